/** The countries of visitors, for the office too. */
export const countries = { canada: 'Canada', usa: 'United States', other: 'Other' };
