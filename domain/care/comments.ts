import {
  all,
  described,
  isId,
  idPattern,
  requiredVersion,
  required,
  type Rule,
  type Rules,
  text,
} from '../platform/rules.js';

/** Maximum length of a comment, in UTF-16 units. */
export const maximumComment = 2000;

/** The body of POST /comments: a text on a customer or on a payment. */
export interface CommentInput {
  customerId?: string;
  paymentId?: string;
  text: string;
}

/** The body of PATCH /comments/{id}. */
export interface CommentEdit {
  text: string;
  version: number;
}

/** A text of a colleague on a customer or a payment, seen by the office only. */
export interface Comment {
  _id: string;
  /** The customer, or that of the payment. */
  customerId: string;
  /** Missing for a comment on the customer itself. */
  paymentId?: string;
  /** Missing once it was deleted. */
  text?: string;
  by: string;
  /** The id of the author's account. */
  authorId: string;
  createdAt: string;
  editedAt?: string;
  /** True for the one that stands on top of its record's page. */
  pinned?: true;
  deleted?: { by: string; at: string };
  version: number;
}

/** A customer or a payment that is found by the words of a comment on it. */
export interface CommentedRecord {
  /** The customer, or that of the payment; left out where imported data lacks it. */
  customer?: { _id: string; fullName: string };
  payment?: { _id: string; referenceNumber: string };
  comment: Required<Pick<Comment, '_id' | 'text' | 'by' | 'createdAt'>>;
}

export const commentMessages = {
  notFound: 'Comment not found',
  oneRecord: 'Name either a customer or a payment',
  deleted: 'This comment was deleted',
  notAuthor: 'Only its author may change a comment',
  notOwn: 'Only its author or an admin may delete a comment',
  sentAlready: 'This comment was sent already, with another text',
} as const;

/** The record of a comment: exactly one of the two fields has an id. */
const onRecord = (other: 'customerId' | 'paymentId'): Rule<Partial<CommentInput>> =>
  described(
    (value, form) => {
      const isOther = form[other] !== undefined;
      if (value === undefined ? isOther : isId(value) && !isOther) return undefined;
      return commentMessages.oneRecord;
    },
    { pattern: idPattern },
  );

const commentText = all(
  required('Comment is required'),
  text('Comment', maximumComment, { multiline: true }),
);

export const commentRules = {
  customerId: onRecord('paymentId'),
  paymentId: onRecord('customerId'),
  text: commentText,
} satisfies Rules<CommentInput>;

export const commentEditRules = { text: commentText, version: requiredVersion } satisfies Rules<CommentEdit>;
