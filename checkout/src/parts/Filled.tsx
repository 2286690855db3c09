import { Fragment, type ReactNode } from 'react';
import { partsOf } from '#domain/texts/catalogue';

interface FilledProps {
  text: string;
  /** By the names of the text's placeholders. */
  values: Record<string, ReactNode>;
}

/** A text with elements in the place of its placeholders. */
export const Filled = ({ text, values }: FilledProps) =>
  partsOf(text).map((part, index) => (index % 2 ? <Fragment key={part}>{values[part]}</Fragment> : part));
