/** Names of values that are elements, and of functions that return one. */
const elements = new Set([
  'children',
  'actions',
  'after',
  'list',
  'panel',
  'selects',
  'button',
  'content',
  'dialog',
  'field',
  'map',
  'row',
  'action',
]);

/** The last name of an expression: name, texts.name, rows.map(…), action?.(…). */
const nameOf = ({ name, property, expression, callee }) =>
  expression || callee ? nameOf(expression ?? callee) : (property?.name ?? name);

const isEmpty = ({ type, value, name }) =>
  type === 'Empty' || (type === 'Literal' && (value === null || !`${value}`.trim())) || name === 'undefined';

/** The values that an expression may have, of which an empty one shows nothing. */
function valuesOf({ type, operator, left, right, consequent, alternate, ...node }) {
  if (type === 'LogicalExpression')
    return [...(operator === '&&' ? [{ type: 'Empty' }] : valuesOf(left)), ...valuesOf(right)];
  if (type === 'ConditionalExpression') return [...valuesOf(consequent), ...valuesOf(alternate)];
  return [{ type, ...node }];
}

/** The children that become nodes beside each other: those of fragments among them. */
const childrenOf = ({ children }) =>
  children.flatMap((child) => (child.type === 'JSXFragment' ? childrenOf(child) : [child]));

/** Returns whether a child may be a bare text, and whether something of it comes and goes. */
function look({ type, value, expression }) {
  if (type === 'JSXText') return { isText: value.trim() !== '', comes: false };
  if (type !== 'JSXExpressionContainer' || expression.type === 'JSXEmptyExpression')
    return { isText: false, comes: false };
  const values = valuesOf(expression);
  const isText = values.some((one) =>
    one.type === 'JSXFragment'
      ? childrenOf(one).some((child) => look(child).isText)
      : one.type !== 'JSXElement' && !isEmpty(one) && !elements.has(nameOf(one)),
  );
  const [first, ...others] = values;
  const changes = others.length > 0 && values.some((one) => one.type === 'JSXElement' || isEmpty(one));
  return { isText, comes: changes || nameOf(first) === 'map' };
}

/**
 * Refuses an element that comes and goes beside a bare text, and a bare text that does beside something else. A browser
 * that translates a page replaces texts by elements of its own, and React, which inserts before the text or removes it,
 * fails: the page goes white.
 */
const besideText = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      beside:
        'This fails on a page that the browser translates: beside a bare text something comes and goes. Put the text into an element of its own, or make one text of both.',
    },
  },
  create(context) {
    const check = (node) => {
      if (node.parent.type === 'JSXFragment') return;
      const children = childrenOf(node).map((child) => ({ child, ...look(child) }));
      const shown = children.filter(
        ({ child, isText, comes }) => isText || comes || child.type === 'JSXElement',
      );
      const found = shown.find(
        (one) => one.comes && shown.some((other) => other !== one && (one.isText || other.isText)),
      );
      if (found) context.report({ node: found.child, messageId: 'beside' });
    };
    return { JSXElement: check, JSXFragment: check };
  },
};

export default { meta: { name: 'translation' }, rules: { 'beside-text': besideText } };
