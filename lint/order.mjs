import { relative, sep } from 'node:path';

/** Methods of cursors and queries, which no array has. */
const ofCursors = new Set([
  'toArray',
  'lean',
  'limit',
  'skip',
  'sort',
  'project',
  'select',
  'session',
  'batchSize',
]);
/** Methods of arrays whose result depends on the order of the elements, and those that keep it. */
const byPlace = new Set(
  ['at', 'pop', 'shift', 'slice', 'splice', 'find', 'findIndex', 'findLast', 'findLastIndex'].concat([
    'indexOf',
    'reduce',
    'reduceRight',
  ]),
);
const keepOrder = new Set(['map', 'flatMap', 'filter', 'reverse', 'concat', 'toArray', 'lean']);
/** Calls that take the first of the records that match. */
const ofOne = new Set(['findOne', 'findOneAndUpdate', 'findOneAndDelete', 'findOneAndReplace']);

const nameOfKey = ({ key }) => key?.name ?? key?.value;
/** Returns whether an object, with those that are spread into it, has a property whose value meets `isMeant`. */
const has = (object, name, isMeant = () => true) =>
  object?.type === 'TSAsExpression'
    ? has(object.expression, name, isMeant)
    : object?.type === 'ObjectExpression' &&
      object.properties.some((property) =>
        property.type === 'SpreadElement'
          ? has(property.argument, name, isMeant)
          : nameOfKey(property) === name && isMeant(property.value),
      );

/** The call of a member of `node`, as `node.sort()`; else undefined. */
const callOn = ({ parent }) =>
  parent.type === 'MemberExpression' &&
  parent.parent.type === 'CallExpression' &&
  parent.parent.callee === parent
    ? parent.parent
    : undefined;

/** The calls of a chain that begins with this one: `find()`, `find().sort()` … */
function chainOf(call) {
  const chain = [call];
  for (let next = callOn(call); next && ofCursors.has(next.callee.property.name); next = callOn(next))
    chain.push(next);
  return chain;
}

/** The expression that stands for the same value: awaited, in brackets, of a stated type. */
function whole(node) {
  const { parent } = node;
  return /^(?:AwaitExpression|ParenthesizedExpression|TSAsExpression|TSNonNullExpression|ChainExpression)$/.test(
    parent.type,
  )
    ? whole(parent)
    : node;
}

/** The pattern of a declaration that a value is bound to, also as an element of Promise.all. */
function bindingOf(value) {
  const { parent } = value;
  if (parent.type === 'VariableDeclarator' && parent.init === value) return parent.id;
  const all =
    parent.type === 'ArrayExpression' && parent.parent.type === 'CallExpression'
      ? whole(parent.parent)
      : undefined;
  const pattern = all?.parent.type === 'VariableDeclarator' ? all.parent.id : undefined;
  return pattern?.type === 'ArrayPattern' ? pattern.elements[parent.elements.indexOf(value)] : undefined;
}

/** The places where the variable of a pattern is read. */
const readsOf = (pattern, sourceCode) =>
  sourceCode
    .getDeclaredVariables(pattern.parent.type === 'ArrayPattern' ? pattern.parent.parent : pattern.parent)
    .filter(({ name }) => name === pattern.name)
    .flatMap(({ references }) =>
      references.filter((one) => one.isRead()).map(({ identifier }) => identifier),
    );

/** Returns how a list is used by the order of its elements: 'placed', 'returned', or undefined. */
function useOf(list, sourceCode) {
  const value = whole(list);
  const { parent } = value;
  if (parent.type === 'MemberExpression' && parent.object === value) {
    const { property, computed } = parent;
    if (computed) return 'placed';
    if (byPlace.has(property.name)) return 'placed';
    return keepOrder.has(property.name) && callOn(value) ? useOf(callOn(value), sourceCode) : undefined;
  }
  if (parent.type === 'ConditionalExpression' && parent.test !== value) return useOf(parent, sourceCode);
  if (
    parent.type === 'ReturnStatement' ||
    (parent.type === 'ArrowFunctionExpression' && parent.body === value)
  )
    return 'returned';
  const pattern = bindingOf(value);
  if (pattern?.type === 'ArrayPattern') return 'placed';
  if (pattern?.type !== 'Identifier') return undefined;
  const uses = readsOf(pattern, sourceCode).map((read) => useOf(read, sourceCode));
  return uses.find((use) => use === 'placed') ?? uses.find(Boolean);
}

/** True where only the presence of a record counts: `if (await findOne())`, `!!(await findOne())`. */
function isTested(record, sourceCode) {
  const value = whole(record);
  const { parent } = value;
  if (parent.type === 'UnaryExpression' && parent.operator === '!') return true;
  if (/^(?:If|While)Statement$/.test(parent.type) || parent.type === 'ConditionalExpression')
    return parent.test === value;
  if (parent.type === 'LogicalExpression') return isTested(parent, sourceCode);
  const pattern = bindingOf(value);
  if (pattern?.type !== 'Identifier') return false;
  return readsOf(pattern, sourceCode).every((read) => isTested(read, sourceCode));
}

/** The name of the method or function that a node is in. */
function functionOf(node) {
  let member = node;
  while (!/^(?:ClassBody|Program)$/.test(member.parent.type)) member = member.parent;
  const { key, id, declaration } = member;
  return (key ?? id ?? declaration?.id ?? (declaration ?? member).declarations?.[0]?.id)?.name ?? '';
}

/**
 * Refuses reads that take the first or the last of records without a sort, as the database promises no order: a place of
 * an unsorted list, an unsorted list that a function returns, a limit, and a findOne by anything but an id. Options:
 * { root, unique, unordered }: `unique` are fields that one record has; `unordered` names, by file and method, what
 * needs no order, and why.
 */
const sorted = {
  meta: {
    type: 'problem',
    schema: [{ type: 'object' }],
    messages: {
      placed: 'A place in an unsorted list is of any record: sort it.',
      returned: 'The caller may take the first or the last of this unsorted list: sort it.',
      limited: 'A limit without a sort leaves out any records: sort it.',
      first: 'Of several records that match, this takes any: sort them, or ask by a unique field.',
      needless: '{{name}} has no read without an order: remove it from the list in lint/exemptions.mjs.',
    },
  },
  create(context) {
    const { root, unique, unordered } = context.options[0];
    const { sourceCode } = context;
    const file = relative(context.cwd, context.filename).replaceAll(sep, '/');
    if (!file.startsWith(`${root}/`) || /\.spec\.ts$|(?:^|\/)testing/.test(file)) return {};
    const path = file.slice(root.length + 1);
    const reasons = Object.hasOwn(unordered, path) ? unordered[path] : {};
    const met = new Set();
    const report = (node, messageId) => {
      const method = functionOf(node);
      met.add(method);
      if (!Object.hasOwn(reasons, method)) context.report({ node, messageId });
    };
    // { _id: { $ne: id } } is of many.
    const isOneRecord = (filter) =>
      ['_id', ...unique].some((field) => has(filter, field, ({ type }) => type !== 'ObjectExpression'));
    return {
      CallExpression(node) {
        if (node.callee.type !== 'MemberExpression') return;
        const { name } = node.callee.property;
        if (name !== 'find' && !ofOne.has(name)) return;
        const chain = chainOf(node);
        const names = chain.map(({ callee }) => callee.property.name);
        if (names.includes('sort') || node.arguments.some((options) => has(options, 'sort'))) return;
        const last = chain.at(-1);
        if (ofOne.has(name)) {
          if (!isOneRecord(node.arguments[0]) && !isTested(last, sourceCode)) report(node, 'first');
        } else if (chain.length > 1) {
          const isLimited =
            names.includes('limit') || node.arguments.some((options) => has(options, 'limit'));
          const use = useOf(last, sourceCode);
          if (use === 'placed') report(node, use);
          else if (isLimited) report(node, 'limited');
          else if (use) report(node, use);
        }
      },
      'Program:exit'(node) {
        for (const method of Object.keys(reasons))
          if (!met.has(method))
            context.report({ node, messageId: 'needless', data: { name: `${method} of ${path}` } });
      },
    };
  },
};

export default { meta: { name: 'order' }, rules: { sorted } };
