const questionWord = /^(?:what|who|whose|why|how|which|whether|where|when)(?:ever)?\b/i;

const textOf = ({ value }) => value.replace(/^[\s*]+/, '');

/** Returns the comments of a file without those line comments that continue the line above. */
function beginnings(sourceCode) {
  const comments = sourceCode.getAllComments();
  return comments.filter((comment, at) => {
    const { type, loc } = comment;
    const before = comments[at - 1];
    return !(
      type === 'Line' &&
      before?.type === 'Line' &&
      before.loc.end.line === loc.start.line - 1 &&
      before.loc.start.column === loc.start.column
    );
  });
}

/** Refuses comments that begin with a question word: "What a mail tells." instead of "The kind of a mail.". */
const subjectFirst = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: { question: 'A comment begins with its verb or its subject, not with "{{word}}".' },
  },
  create: ({ sourceCode, report }) => ({
    Program() {
      for (const comment of beginnings(sourceCode)) {
        const [word] = questionWord.exec(textOf(comment)) ?? [];
        if (word) report({ loc: comment.loc, messageId: 'question', data: { word } });
      }
    },
  }),
};

export default { meta: { name: 'comments' }, rules: { 'subject-first': subjectFirst } };
