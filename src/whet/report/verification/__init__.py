"""The report of one verification: a model of it as plain data, and the page that shows the model."""
