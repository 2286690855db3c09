import { type ComponentType, type FunctionComponent, type ReactNode, useEffect, useState } from 'react';

/**
 * A component whose chunk is loaded on first render: `lazyPart(() => import('./SearchDialog.js'), 'SearchDialog')`.
 *
 * Not React.lazy: React keeps the fallback of a Suspense for 300 ms at least, however soon the chunk is there.
 * @param fallback what stands there while the chunk loads
 * @param failed what stands there when it cannot be loaded; without it, the next error boundary gets the error
 */
export function lazyPart<Name extends string, Props extends object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
  fallback: ReactNode = null,
  failed?: ReactNode,
): FunctionComponent<Props> {
  let loaded: ComponentType<Props> | undefined;

  return function LazyPart(props: Props) {
    const [Part, setPart] = useState(() => loaded);
    const [failure, setFailure] = useState<{ reason: unknown }>();

    useEffect(() => {
      if (loaded) return;
      let isMounted = true;
      load().then(
        (module) => {
          loaded = module[name];
          if (isMounted) setPart(() => loaded);
        },
        (reason: unknown) => isMounted && setFailure({ reason }),
      );
      return () => {
        isMounted = false;
      };
    }, []);

    if (failure && failed) return failed;
    if (failure) throw failure.reason;
    return Part ? <Part {...props} /> : fallback;
  };
}
