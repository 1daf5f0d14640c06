"""What readers and writers of all formats share: sources, XML as it stands in a file, reports, the record."""
