import { posix, relative, sep } from 'node:path';

/** The first folder of a path below the root: the feature or service that it belongs to. */
const ownerOf = (path, root) => path.slice(root.length + 1).split('/')[0];

/** The class of InjectModel(Payment.name), or undefined. */
const injectedModel = ({ callee, arguments: [model] }) =>
  callee.name === 'InjectModel' && model?.type === 'MemberExpression' ? model.object.name : undefined;

/** The text of a literal, or of a template with … for what it fills in; undefined for other code. */
const textOf = (node) =>
  node?.type === 'TemplateLiteral' ? node.quasis.map(({ value }) => value.cooked).join('…') : node?.value;

const named = new Set(['collection', 'model']);

/** The name in connection.collection('payments') or connection.model('Payment'), or undefined. */
function namedCollection({ callee, arguments: [name] }) {
  const isNamed = callee.type === 'MemberExpression' && named.has(callee.property.name);
  const text = isNamed ? textOf(name) : undefined;
  return typeof text === 'string' ? text : undefined;
}

/**
 * Keeps a collection to the folder that declares its schema: others ask that folder's service. Options: { root,
 * features, assembled }: none of the features' folders names a collection as a text, or imports a schema of others but in
 * the files of `assembled`, each with the reason.
 */
const own = {
  meta: {
    type: 'problem',
    schema: [{ type: 'object' }],
    messages: {
      model:
        '{{model}} belongs to {{owner}}/: ask one of its services (such as PaymentLookups), or add what you need there.',
      schema:
        '{{schema}} belongs to {{owner}}/: its module makes the model. Ask a service or a function of {{owner}}/ instead.',
      name: "'{{name}}' by its name may be another feature's collection: inject the model of an own schema, or ask the feature that owns it.",
    },
  },
  create(context) {
    const { root, features, assembled } = context.options[0];
    const file = relative(context.cwd, context.filename).replaceAll(sep, '/');
    if (!file.startsWith(`${root}/`) || /\.spec\.ts$|(?:^|\/)testing/.test(file)) return {};
    const owner = ownerOf(file, root);
    const isFeature = features.includes(owner);
    const takesSchemas = !isFeature || Object.hasOwn(assembled, file.slice(root.length + 1));
    const imported = new Map();
    return {
      ImportDeclaration({ source, importKind, specifiers }) {
        if (!source.value.startsWith('.')) return;
        const other = ownerOf(posix.join(posix.dirname(file), source.value), root);
        for (const specifier of specifiers) {
          imported.set(specifier.local.name, other);
          const schema = specifier.imported?.name;
          const isValue = importKind !== 'type' && specifier.importKind !== 'type';
          if (schema?.endsWith('Schema') && isValue && other !== owner && !takesSchemas)
            context.report({ node: specifier, messageId: 'schema', data: { schema, owner: other } });
        }
      },
      CallExpression(node) {
        const model = injectedModel(node);
        const other = model && imported.get(model);
        if (other && other !== owner)
          context.report({ node, messageId: 'model', data: { model, owner: other } });
        const name = isFeature ? namedCollection(node) : undefined;
        if (name) context.report({ node, messageId: 'name', data: { name } });
      },
    };
  },
};

export default { meta: { name: 'collections' }, rules: { own } };
