import { posix, relative, sep } from 'node:path';

/** Returns whether a path is a folder, or in it; `*` stands for any part of a name. */
const within = (folder) => {
  const pattern = folder.replaceAll('.', String.raw`\.`).replaceAll('*', '[^/]*');
  const matcher = new RegExp(`^${pattern}(?:/|$)`);
  return (path) => matcher.test(path);
};

/** The path that an import leads to, or null for a package, which is imported by its name. */
const importedPath = (file, name) => {
  // The only one of the imports that package.json names: #domain/*.
  if (name.startsWith('#')) return name.slice(1);
  return name.startsWith('.') ? posix.join(posix.dirname(file), name) : null;
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
      const imported = typeof source?.value === 'string' && importedPath(file, source.value);
      if (!imported) return;
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
