/** Stages of an update by a pipeline. */
const stages = new Set(['$set', '$unset', '$addFields', '$project', '$replaceRoot', '$replaceWith']);

const nameOfKey = ({ key }) => key?.name ?? key?.value;

/** The object or list that a constant of the file names; else the node itself. */
function resolved(node, sourceCode) {
  if (node.type !== 'Identifier') return node;
  for (let scope = sourceCode.getScope(node); scope; scope = scope.upper) {
    const { init, parent } = scope.set.get(node.name)?.defs[0]?.node ?? {};
    if (init) return parent?.kind === 'const' && /^(?:Object|Array)Expression$/.test(init.type) ? init : node;
  }
  return node;
}

/** The values of an expression that are not written in the code, and not under $literal. */
function valuesOf(given, sourceCode) {
  const node = resolved(given, sourceCode);
  if (node.type === 'Literal' || (node.type === 'NewExpression' && node.arguments.every(isConstant)))
    return [];
  if (node.type === 'ArrayExpression') return node.elements.flatMap((one) => valuesOf(one, sourceCode));
  if (node.type !== 'ObjectExpression') return [given];
  return node.properties.flatMap((property) => {
    if (nameOfKey(property) === '$literal') return [];
    return property.computed || property.type === 'SpreadElement'
      ? [property]
      : valuesOf(property.value, sourceCode);
  });
}

const isConstant = ({ type }) => type === 'Literal';

/**
 * Refuses a value in a pipeline of an update that is not under $literal: the database evaluates a text that begins with
 * a dollar sign, which a client may have chosen.
 */
const literal = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { evaluated: 'The database evaluates this value of a pipeline: write { $literal: value }.' },
  },
  create: ({ sourceCode, report }) => ({
    ArrayExpression({ elements }) {
      for (const stage of elements)
        for (const property of stage?.type === 'ObjectExpression' ? stage.properties : [])
          if (stages.has(nameOfKey(property)))
            for (const node of valuesOf(property.value, sourceCode)) report({ node, messageId: 'evaluated' });
    },
  }),
};

export default { meta: { name: 'pipelines' }, rules: { literal } };
