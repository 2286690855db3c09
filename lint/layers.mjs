import { posix, relative, sep } from 'node:path';

/** Returns whether a path is a folder, or in it; `*` stands for any part of a name. */
const within = (folder) => {
  const pattern = folder.replaceAll('.', String.raw`\.`).replaceAll('*', '[^/]*');
  const matcher = new RegExp(`^${pattern}(?:/|$)`);
  return (path) => matcher.test(path);
};

/**
 * Refuses imports from one folder into another. Options: the zones, [{ target, from, message }], or with `only` instead
 * of `from`, a list of the folders that alone are imported. All are relative to the working directory.
 */
const noImport = {
  meta: {
    type: 'problem',
    schema: [{ type: 'array', items: { type: 'object' } }],
    messages: { zone: '{{file}} imports {{imported}}: {{message}}' },
  },
  create(context) {
    const file = relative(context.cwd, context.filename).replaceAll(sep, '/');
    const zones = context.options[0].filter(({ target }) => within(target)(file));
    const check = ({ source }) => {
      // Only a relative path leads to a folder: a package is imported by its name.
      if (typeof source?.value !== 'string' || !source.value.startsWith('.')) return;
      const imported = posix.join(posix.dirname(file), source.value);
      for (const { from, only, message } of zones)
        if (only ? !only.some((folder) => within(folder)(imported)) : within(from)(imported))
          context.report({ node: source, messageId: 'zone', data: { file, imported, message } });
    };
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportAllDeclaration: check,
      ExportNamedDeclaration: check,
    };
  },
};

export default { meta: { name: 'layers' }, rules: { 'no-import': noImport } };
