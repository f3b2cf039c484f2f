import { useLocation } from 'react-router';
import { Link } from '#kit/ui/links/link.tsx';
import { loginPathFor } from './back-path.ts';

/** Says that another tab signed out, on a page with an open form; signing in returns to the form. */
export function SignedOutNotice() {
  const { pathname, search } = useLocation();
  return (
    <p
      role="alert"
      className="sticky top-0 z-40 bg-honey-soft px-4 py-2 text-center font-bold shadow-md"
    >
      別の画面でログアウトしました。続けるにはもう一度ログインしてください。
      <Link
        to={loginPathFor(pathname + search)}
        className="ml-3 inline-flex min-h-11 items-center text-coral-dark underline"
      >
        ログインする
      </Link>
    </p>
  );
}
