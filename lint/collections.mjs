import { posix, relative, sep } from 'node:path';

/** The first folder of a path below the root: the feature or service that it belongs to. */
const ownerOf = (path, root) => path.slice(root.length + 1).split('/')[0];

/** The class of InjectModel(Payment.name) or InjectCollection(Payment), or undefined. */
const injectedModel = ({ callee, arguments: [model] }) =>
  callee.name === 'InjectModel'
    ? model?.object?.name
    : callee.name === 'InjectCollection'
      ? model?.name
      : undefined;

/** True for PaymentSchema.get('collection'), as only own schemas are imported. */
const isOfSchema = (node) =>
  node.type === 'TSNonNullExpression'
    ? isOfSchema(node.expression)
    : node.type === 'CallExpression' && !!node.callee.object?.name?.endsWith('Schema');

/** The name's code in a call such as connection.collection('payments') or connection.model(name), or undefined. */
const nameIn = ({ callee, arguments: [name] }, methods) =>
  callee.type === 'MemberExpression' && methods.includes(callee.property.name) ? name : undefined;

/**
 * Keeps a collection to the folder that declares its schema: others ask that folder's service. Options: { root,
 * features }: none of the features' folders asks for a collection or a model by its name, or imports a schema of others.
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
      name: "{{name}} may name another feature's collection: inject the model of an own schema, or ask the feature that owns it.",
    },
  },
  create(context) {
    const { root, features } = context.options[0];
    const file = relative(context.cwd, context.filename).replaceAll(sep, '/');
    if (!file.startsWith(`${root}/`) || /\.spec\.ts$|(?:^|\/)testing/.test(file)) return {};
    const owner = ownerOf(file, root);
    const isFeature = features.some((folder) => file.startsWith(`${root}/${folder}/`));
    const imported = new Map();
    return {
      ImportDeclaration({ source, importKind, specifiers }) {
        if (!source.value.startsWith('.')) return;
        const other = ownerOf(posix.join(posix.dirname(file), source.value), root);
        for (const specifier of specifiers) {
          imported.set(specifier.local.name, other);
          const schema = specifier.imported?.name;
          const isValue = importKind !== 'type' && specifier.importKind !== 'type';
          if (schema?.endsWith('Schema') && isValue && other !== owner && isFeature)
            context.report({ node: specifier, messageId: 'schema', data: { schema, owner: other } });
        }
      },
      CallExpression(node) {
        const model = injectedModel(node);
        const other = model && imported.get(model);
        if (other && other !== owner)
          context.report({ node, messageId: 'model', data: { model, owner: other } });
        const name = isFeature && nameIn(node, ['collection', 'model']);
        if (name && !isOfSchema(name))
          context.report({ node, messageId: 'name', data: { name: context.sourceCode.getText(name) } });
      },
    };
  },
};

export default { meta: { name: 'collections' }, rules: { own } };
