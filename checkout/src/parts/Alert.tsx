import type { ReactNode } from 'react';

interface AlertProps {
  tone: 'error' | 'warning' | 'info' | 'success';
  /** True for what comes up while the visitor is elsewhere on the page: it is read out at once. */
  urgent?: boolean;
  children: ReactNode;
}

const marks = { error: '!', warning: '!', info: 'i', success: '✓' };

/** A message that stands out, by its mark as well as by its colour. */
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
