// Why the server declines, by its codes: the texts alone, which come with the first refusal. Where they cannot be
// fetched, the server's own words are shown.
