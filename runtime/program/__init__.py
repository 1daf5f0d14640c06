"""Programs: a document compiled to flat rows that all agents share."""
