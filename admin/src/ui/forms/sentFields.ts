/**
 * Returns the `transform` of an Edit or a Create: only the fields of the form are sent, and the version that it was opened
 * on.
 */
export const sentFields =
  (fields: readonly string[]) =>
  (values: Record<string, unknown>): Record<string, unknown> =>
    Object.fromEntries(
      [...fields, 'version'].flatMap((field) => (field in values ? [[field, values[field]] as const] : [])),
    );
