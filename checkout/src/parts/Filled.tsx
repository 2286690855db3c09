import type { ReactNode } from 'react';
import { partsOf } from '#domain/texts/catalogue';

/** A text with the values of its placeholders, such as references and amounts, which no translation changes. */
export const Filled = ({ text, values }: { text: string; values: Record<string, ReactNode> }) =>
  partsOf(text).map((part, index) =>
    index % 2 ? (
      <span key={part} translate="no">
        {values[part]}
      </span>
    ) : (
      part
    ),
  );
