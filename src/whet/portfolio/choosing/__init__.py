"""What is known of configurations from earlier runs: the data, the weights, the machines that learn from them, and their file."""
