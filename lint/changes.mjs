import { relative, sep } from 'node:path';

/** Methods of models and collections that write, of which each name belongs to the database alone. */
const writes = new Set([
  'insertOne',
  'insertMany',
  'updateOne',
  'updateMany',
  'replaceOne',
  'deleteOne',
  'deleteMany',
  'findOneAndUpdate',
  'findOneAndDelete',
  'findOneAndReplace',
  'findByIdAndUpdate',
  'findByIdAndDelete',
  'bulkWrite',
  'deferInsert',
]);

/** True for mongoose's create([…]), save() and save({ session }), whose names alone other services have as well. */
const isModelWrite = (name, [first]) =>
  (name === 'create' && first?.type === 'ArrayExpression') ||
  (name === 'save' &&
    (!first ||
      (first.type === 'ObjectExpression' && first.properties.some(({ key }) => key?.name === 'session'))));

/** Returns whether a constructor's parameter is a model or a collection: @InjectModel(…), @InjectCollection(…). */
const isInjected = ({ decorators = [] }) =>
  decorators.some(({ expression }) => /^Inject(?:Model|Collection)$/.test(expression.callee?.name));

/** The method of a class, or the statement of a file, that a node is in. */
function memberOf(node) {
  let member = node;
  while (!/^(?:ClassBody|Program)$/.test(member.parent.type)) member = member.parent;
  return member;
}

/** The name of such a method or statement. */
const nameOf = ({ key, id, declaration }) => (key ?? id ?? declaration?.id)?.name;

/**
 * Refuses a method of a feature that writes records and does not tell changes.record of it. Options: { root, features,
 * untold }: `untold` names the files whose writes are no changes of a record, or the methods of a file, each with the
 * reason.
 */
const recorded = {
  meta: {
    type: 'problem',
    schema: [{ type: 'object' }],
    messages: {
      untold:
        'This write is told to no other part: call changes.record in the same method, in its transaction, so that audit, statistics and search know of it. A write that changes no record is named in lint/exemptions.mjs with its reason.',
      told: '{{name}} records its changes, or writes nothing: remove it from the list in lint/exemptions.mjs.',
    },
  },
  create(context) {
    const { root, features, untold } = context.options[0];
    const file = relative(context.cwd, context.filename).replaceAll(sep, '/');
    const path = file.slice(root.length + 1);
    const isFeature = file.startsWith(`${root}/`) && features.some((folder) => path.startsWith(`${folder}/`));
    if (!isFeature || /\.spec\.ts$|(?:^|\/)testing/.test(file)) return {};
    const found = [];
    const models = new Set();
    const tellers = new Set();
    return {
      TSParameterProperty(node) {
        if (isInjected(node)) models.add(node.parameter.name);
      },
      CallExpression(node) {
        const { callee } = node;
        if (callee.type !== 'MemberExpression') return;
        const { name } = callee.property;
        const target = callee.object.property?.name;
        const isWrite =
          writes.has(name) ||
          isModelWrite(name, node.arguments) ||
          (name === 'create' && callee.object.object?.type === 'ThisExpression' && models.has(target));
        if (isWrite) found.push(node);
        if (name === 'record' && target === 'changes') tellers.add(memberOf(node));
      },
      'Program:exit'(node) {
        const reportTold = (name) => context.report({ node, messageId: 'told', data: { name } });
        const reasons = Object.hasOwn(untold, path) ? untold[path] : {};
        if (typeof reasons === 'string') {
          if (tellers.size || !found.length) reportTold(path);
          return;
        }
        const silent = found
          .filter((write) => !tellers.has(memberOf(write)))
          .map((write) => ({ write, method: nameOf(memberOf(write)) }));
        for (const method of Object.keys(reasons))
          if (!silent.some((one) => one.method === method)) reportTold(`${method} of ${path}`);
        for (const { write, method } of silent)
          if (!Object.hasOwn(reasons, method ?? '')) context.report({ node: write, messageId: 'untold' });
      },
    };
  },
};

export default { meta: { name: 'changes' }, rules: { recorded } };
