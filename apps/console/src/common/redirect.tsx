import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { consoleUrl } from '../session/addresses.js';

/** Leads to another page once, even if it is rendered again before that page has loaded. */
export function Redirect({ to }: { readonly to: string }) {
  const { history } = useRouter();
  const [path] = useState(to);
  useEffect(() => {
    history.replace(consoleUrl.pathname + path.slice(1));
  }, [history, path]);
  return null;
}
