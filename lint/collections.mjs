import { posix, relative, sep } from 'node:path';

/** The first folder of a path below the root: the feature or service that it belongs to. */
const ownerOf = (path, root) => path.slice(root.length + 1).split('/')[0];

/** The class of InjectModel(Payment.name), or undefined. */
const injectedModel = ({ callee, arguments: [model] }) =>
  callee.name === 'InjectModel' && model?.type === 'MemberExpression' ? model.object.name : undefined;

/** The text of a literal, or of a template with nothing to fill in; undefined for other code. */
const textOf = (node) =>
  node?.type === 'TemplateLiteral' && !node.expressions.length ? node.quasis[0].value.cooked : node?.value;

const named = new Set(['collection', 'model']);

/** The name in connection.collection('payments') or connection.model('Payment'), or undefined. */
function namedCollection({ callee, arguments: [name] }) {
  const isNamed = callee.type === 'MemberExpression' && named.has(callee.property.name);
  const text = isNamed ? textOf(name) : undefined;
  return typeof text === 'string' ? text : undefined;
}

/**
 * Keeps a collection to the folder that declares its schema: others ask that folder's service. Options: { root,
 * features }, the folders of which none names a collection as a text.
 */
const own = {
  meta: {
    type: 'problem',
    schema: [{ type: 'object' }],
    messages: {
      model:
        '{{model}} belongs to {{owner}}/: ask one of its services (such as PaymentLookups), or add what you need there.',
      name: "'{{name}}' by its name may be another feature's collection: inject the model of an own schema, or ask the feature that owns it.",
    },
  },
  create(context) {
    const { root, features } = context.options[0];
    const file = relative(context.cwd, context.filename).replaceAll(sep, '/');
    if (!file.startsWith(`${root}/`) || /\.spec\.ts$|(?:^|\/)testing/.test(file)) return {};
    const owner = ownerOf(file, root);
    const imported = new Map();
    return {
      ImportDeclaration({ source, specifiers }) {
        if (!source.value.startsWith('.')) return;
        const path = posix.join(posix.dirname(file), source.value);
        for (const { local } of specifiers) imported.set(local.name, ownerOf(path, root));
      },
      CallExpression(node) {
        const model = injectedModel(node);
        const other = model && imported.get(model);
        if (other && other !== owner)
          context.report({ node, messageId: 'model', data: { model, owner: other } });
        const name = features.includes(owner) ? namedCollection(node) : undefined;
        if (name) context.report({ node, messageId: 'name', data: { name } });
      },
    };
  },
};

export default { meta: { name: 'collections' }, rules: { own } };
