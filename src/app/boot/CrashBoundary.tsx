import { Component, type ReactNode } from 'react';
import { logFault } from '../../services/core/log.ts';
import { CrashNotice } from './CrashNotice.tsx';

interface Props {
  children: ReactNode;
}

/** Catches errors below, shows a notice with ways out, and keeps the rest of the page. */
export class CrashBoundary extends Component<Props, { hasCrashed: boolean }> {
  override state = { hasCrashed: false };

  static getDerivedStateFromError() {
    return { hasCrashed: true };
  }

  override componentDidCatch(error: unknown) {
    logFault('a screen could not be drawn', error);
  }

  override render() {
    if (!this.state.hasCrashed) return this.props.children;
    return <CrashNotice onRetry={() => this.setState({ hasCrashed: false })} />;
  }
}
