import type { ReactNode } from 'react';

export interface AlertProps {
  tone: 'error' | 'warning' | 'info' | 'success';
  /** True for a message that appears away from the focus: screen readers announce it at once. */
  urgent?: boolean;
  children: ReactNode;
}

const marks = { error: '!', warning: '!', info: 'i', success: '✓' };

/** A message that stands out by its icon as well as its colour. */
export function Alert({ tone, urgent = false, children }: AlertProps) {
  return (
    <div className={`alert alert-${tone}`} role={urgent ? 'alert' : undefined}>
      <span className="alert-mark" aria-hidden="true">
        {marks[tone]}
      </span>
      <div className="alert-text">{children}</div>
    </div>
  );
}
