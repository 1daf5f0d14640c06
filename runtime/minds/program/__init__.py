"""What a program is: rows, layout, slabs, what waits in machines, triggers, orders."""
