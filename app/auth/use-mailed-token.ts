import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * The token of a mailed link, removed from the address bar once it has been read; null in a link that a
 * mail program cut off, undefined until that is known.
 */
export function useMailedToken(): string | null | undefined {
  const [token, setToken] = useState<string | null>();
  const { hash } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const mailed = new URLSearchParams(hash.replace(/^#/, '')).get('token');
    if (!mailed) {
      setToken((known) => known ?? null);
      return;
    }
    setToken(mailed);
    navigate({ hash: '' }, { replace: true, defaultShouldRevalidate: false });
  }, [hash, navigate]);
  return token;
}
