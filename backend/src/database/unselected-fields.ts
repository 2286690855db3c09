import type { Schema } from 'mongoose';

const isUnselected = (schema: Schema, field: string): boolean => {
  const path = schema.path(field) as { options: { select?: boolean } } | undefined;
  return path?.options.select === false;
};

/** The projection that leaves out what a schema does not select, for the driver's own reads. */
export const withoutUnselected = (schema: Schema): Record<string, 0> =>
  Object.fromEntries(
    Object.keys(schema.paths)
      .filter((field) => isUnselected(schema, field))
      .map((field) => [field, 0]),
  );

/** A record that was just written as reading it shows it: without the fields that its schema does not select. */
export const omitUnselected = <Document extends object>(record: Document, schema: Schema): Document =>
  Object.fromEntries(Object.entries(record).filter(([field]) => !isUnselected(schema, field))) as Document;
