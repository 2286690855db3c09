import { Component, type ReactNode } from 'react';

interface FailureBoundaryProps {
  fallback: ReactNode;
  children: ReactNode;
}

/** Shows the fallback instead of a page that cannot be drawn. */
export class FailureBoundary extends Component<FailureBoundaryProps> {
  override state = { hasFailed: false };

  static getDerivedStateFromError = () => ({ hasFailed: true });

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}
