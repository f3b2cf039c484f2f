import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** The token in a mailed link's hash; null where a mail program cut it off. */
export const tokenFromHash = (hash: string): string | null =>
  new URLSearchParams(hash.replace(/^#/, '')).get('token') || null;

/**
 * The token of a mailed link, removed from the address bar once read; null if a mail program cut it off, undefined
 * until that is known.
 */
export function useMailedToken(): string | null | undefined {
  const [token, setToken] = useState<string | null>();
  const { hash } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const mailed = tokenFromHash(hash);
    if (mailed === null) {
      setToken((known) => known ?? null);
      return;
    }
    setToken(mailed);
    navigate({ hash: '' }, { replace: true, defaultShouldRevalidate: false });
  }, [hash, navigate]);
  return token;
}
