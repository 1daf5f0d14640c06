"""What a run leaves behind: frames, visits, and the view an editor shows of them."""
