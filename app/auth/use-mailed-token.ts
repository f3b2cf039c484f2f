import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** The token of a mailed link, removed from the address bar once it has been read. */
export function useMailedToken(): string | undefined {
  const [token, setToken] = useState<string>();
  const { hash } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const mailed = new URLSearchParams(hash.replace(/^#/, '')).get('token');
    if (!mailed) return;
    setToken(mailed);
    navigate({ hash: '' }, { replace: true, defaultShouldRevalidate: false });
  }, [hash, navigate]);
  return token;
}
