/** Returns the fields that have a value: without those that are undefined, null or ''. */
export const withoutEmpty = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  ) as { [Field in keyof Fields]?: NonNullable<Fields[Field]> };
