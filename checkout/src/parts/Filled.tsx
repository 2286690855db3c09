import type { ReactNode } from 'react';
import { partsOf } from '#domain/texts/catalogue';

interface FilledProps {
  text: string;
  /** By the names of the text's placeholders. */
  values: Record<string, ReactNode>;
}

/** A text with the values of its placeholders, such as references and amounts, which no translation changes. */
export const Filled = ({ text, values }: FilledProps) =>
  partsOf(text).map((part, index) =>
    index % 2 ? (
      <span key={part} translate="no">
        {values[part]}
      </span>
    ) : (
      part
    ),
  );
