"""Programs whose verdict is known, and what Whet says about them."""
