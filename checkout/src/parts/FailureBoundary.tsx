import { Component, Fragment, type ReactNode } from 'react';
import { current } from '../language.js';
import { Alert } from './Alert.js';

interface FailureBoundaryProps {
  /** Of what the visitor has ordered. */
  references: readonly string[];
  children: ReactNode;
}

/** Shows the references instead of a page that cannot be drawn, as an order whose reference is not seen seems lost. */
export class FailureBoundary extends Component<FailureBoundaryProps> {
  override state = { hasFailed: false };

  static getDerivedStateFromError = () => ({ hasFailed: true });

  override render() {
    const { references, children } = this.props;
    if (!this.state.hasFailed) return children;
    const { texts: t } = current();
    return (
      <main className="notice-page">
        <Alert tone="error" urgent>
          <p>{t.pageFailed}</p>
          {references.map((reference) => (
            <Fragment key={reference}>
              <p>{t.recordedUnder}</p>
              <p className="reference-number" translate="no">
                {reference}
              </p>
            </Fragment>
          ))}
          <button type="button" className="button" onClick={() => location.reload()}>
            {t.tryAgain}
          </button>
        </Alert>
      </main>
    );
  }
}
