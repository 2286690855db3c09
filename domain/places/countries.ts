export const countries = ['canada', 'usa', 'other'] as const;
export type Country = (typeof countries)[number];

export const isCountry = (value: unknown): value is Country => countries.includes(value as Country);
