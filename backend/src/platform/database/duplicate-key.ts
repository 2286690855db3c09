/** Returns whether the database has refused a record because another one has its unique key. */
export const isDuplicateKey = (error: unknown): boolean => (error as { code?: unknown }).code === 11000;
