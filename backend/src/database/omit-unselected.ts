interface Fields {
  path(field: string): { options: { select?: boolean } } | undefined;
}

/** A record that was just written as reading it shows it: without the fields that its schema does not select. */
export const omitUnselected = <Document extends object>(record: Document, schema: Fields): Document =>
  Object.fromEntries(
    Object.entries(record).filter(([field]) => schema.path(field)?.options.select !== false),
  ) as Document;
