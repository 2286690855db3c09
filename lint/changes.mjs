import { relative, sep } from 'node:path';

/** Methods of models and collections that write, of which each name belongs to the database alone. */
const writes = new Set([
  ...['insertOne', 'insertMany', 'updateOne', 'updateMany', 'replaceOne', 'deleteOne', 'deleteMany'],
  ...['findOneAndUpdate', 'findOneAndDelete', 'findOneAndReplace', 'findByIdAndUpdate', 'findByIdAndDelete'],
  ...['bulkWrite', 'deferInsert'],
]);

/** True for mongoose's create([…]) and save({ session }), whose names alone other services have as well. */
const isModelWrite = (name, [first]) =>
  (name === 'create' && first?.type === 'ArrayExpression') ||
  (name === 'save' &&
    first?.type === 'ObjectExpression' &&
    first.properties.some(({ key }) => key?.name === 'session'));

/**
 * Refuses a file of a feature that writes records and never tells changes.record of it. Options: { root, features,
 * untold }: `untold` names the files whose writes are no changes of a record, each with the reason.
 */
const recorded = {
  meta: {
    type: 'problem',
    schema: [{ type: 'object' }],
    messages: {
      untold:
        'This write tells nobody: call changes.record in its transaction, so that audit, statistics and search know of it. A write that changes no record is named in oxlint.config.mjs with its reason.',
      told: '{{file}} records its changes, or writes nothing: remove it from the list in oxlint.config.mjs.',
    },
  },
  create(context) {
    const { root, features, untold } = context.options[0];
    const file = relative(context.cwd, context.filename).replaceAll(sep, '/');
    const path = file.slice(root.length + 1);
    const isFeature = file.startsWith(`${root}/`) && features.some((folder) => path.startsWith(`${folder}/`));
    if (!isFeature || /\.spec\.ts$|(?:^|\/)testing/.test(file)) return {};
    const found = [];
    let isTold = false;
    return {
      CallExpression(node) {
        const { callee } = node;
        if (callee.type !== 'MemberExpression') return;
        const { name } = callee.property;
        if (writes.has(name) || isModelWrite(name, node.arguments)) found.push(node);
        if (name === 'record' && callee.object.property?.name === 'changes') isTold = true;
      },
      'Program:exit'(node) {
        const isListed = Object.hasOwn(untold, path);
        if (isListed && (isTold || !found.length))
          context.report({ node, messageId: 'told', data: { file: path } });
        else if (!isListed && !isTold)
          for (const write of found) context.report({ node: write, messageId: 'untold' });
      },
    };
  },
};

export default { meta: { name: 'changes' }, rules: { recorded } };
