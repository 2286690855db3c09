const loops = new Set([
  'ForStatement',
  'ForOfStatement',
  'ForInStatement',
  'WhileStatement',
  'DoWhileStatement',
]);
const isFunction = ({ type }) => /Function/.test(type);

/** Returns whether a node is in a loop of its own function, which looks again after each pause. */
function isInLoop(node) {
  for (let { parent } = node; parent && !isFunction(parent); { parent } = parent)
    if (loops.has(parent.type)) return true;
  return false;
}

/** The name of a function that a callback is, or that it only calls: resolve, () => resolve(). */
function calledBy(callback) {
  if (!callback || !isFunction(callback)) return callback?.name;
  const { body } = callback;
  const [only] = body.type === 'BlockStatement' && body.body.length === 1 ? body.body : [];
  const call = only ? only.expression : body;
  return call?.type === 'CallExpression' ? call.callee.name : undefined;
}

/** Returns the promise that a call of setTimeout only resolves: new Promise((resolve) => setTimeout(resolve, 500)). */
function pauseOf(node) {
  let inner = node.parent;
  while (inner && !isFunction(inner)) inner = inner.parent;
  const [resolve] = inner?.params ?? [];
  const promise = inner?.parent;
  const isPause =
    promise?.type === 'NewExpression' &&
    promise.callee.name === 'Promise' &&
    resolve !== undefined &&
    calledBy(node.arguments[0]) === resolve.name;
  return isPause ? promise : undefined;
}

/** The last name of a callee: setTimeout, window.setTimeout. */
const lastName = ({ type, name, property }) => (type === 'MemberExpression' ? property.name : name);

/** Returns whether a node is promisify(setTimeout), a function that waits. */
const isPromisified = ({ type, callee, arguments: [first] = [] }) =>
  type === 'CallExpression' && lastName(callee) === 'promisify' && first && lastName(first) === 'setTimeout';

/** Refuses waits for a time; a pause within a loop that looks at a condition is none. */
const noFixedWait = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      wait: 'A test waits for a condition, not for a time: expect(…).toBeVisible(), expect.poll, waitFor, or the response.',
    },
  },
  create(context) {
    const report = (node) => context.report({ node, messageId: 'wait' });
    /** The names under which this file has a function that waits, and the module node:timers/promises. */
    const delays = new Set();
    const modules = new Set();
    const isDelay = (callee) =>
      delays.has(callee.name) ||
      isPromisified(callee) ||
      (callee.type === 'MemberExpression' &&
        modules.has(callee.object.name) &&
        callee.property.name === 'setTimeout');
    return {
      ImportDeclaration({ source, specifiers }) {
        if (!/^(?:node:)?timers\/promises$/.test(source.value)) return;
        for (const { imported, local } of specifiers)
          if (!imported) modules.add(local.name);
          else if (imported.name === 'setTimeout') delays.add(local.name);
      },
      VariableDeclarator({ id, init }) {
        if (init && isPromisified(init)) delays.add(id.name);
      },
      CallExpression(node) {
        const { callee } = node;
        if (callee.type === 'MemberExpression' && callee.property.name === 'waitForTimeout') report(node);
        const pause = isDelay(callee) ? node : lastName(callee) === 'setTimeout' && pauseOf(node);
        if (pause && !isInLoop(pause)) report(node);
      },
    };
  },
};

export default { meta: { name: 'tests' }, rules: { 'no-fixed-wait': noFixedWait } };
