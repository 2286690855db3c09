import type { Schema } from 'mongoose';

const isUnselected = (schema: Schema, field: string): boolean => {
  const path = schema.path(field) as { options: { select?: boolean } } | undefined;
  return path?.options.select === false;
};

/** The projection without the fields that a schema does not select, for reads with the driver itself. */
export const withoutUnselected = (schema: Schema): Record<string, 0> =>
  Object.fromEntries(
    Object.keys(schema.paths)
      .filter((field) => isUnselected(schema, field))
      .map((field) => [field, 0]),
  );

/** Returns a record that was just written as a read would: without the fields that its schema does not select. */
export const omitUnselected = <Document extends object>(record: Document, schema: Schema): Document =>
  Object.fromEntries(Object.entries(record).filter(([field]) => !isUnselected(schema, field))) as Document;
