import { useLocation, useNavigate } from 'react-router';
import { ButtonLink } from '#kit/ui/button.tsx';
import { Picture, type PictureName } from '#kit/ui/pictures/picture.tsx';
import { errorText, unreachableTitle } from './error-texts.ts';

const pictures: Record<number, PictureName> = { 401: 'locked', 403: 'locked', 404: 'empty-nest' };

type ErrorPageProps = {
  /** The status of the response; 0 without one. */
  status: number;
  /** Shown instead of the status. */
  title?: string;
  /** Message; by default the standard one for the status. */
  message?: string;
  /** Goes back where the error temporarily replaces a page that still exists. */
  onBack?: () => void;
  /** Whether reloading the document may help. */
  isReloadOffered?: boolean;
};

/** The error with a link back, or to the login after a 403 (docs/product.md, Messages). */
export function ErrorPage({
  status,
  title,
  message,
  onBack,
  isReloadOffered = false,
}: ErrorPageProps) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const text = errorText(status, message);
  const heading = title ?? (status === 0 ? unreachableTitle : status);
  const reload = { variant: 'outline', children: 'もう一度読み込む' } as const;
  return (
    <div className="page-container flex flex-col items-center py-16 text-center">
      <Picture name={pictures[status] ?? 'thread'} className="size-24" />
      <h1
        className={`mt-4 text-coral-dark ${typeof heading === 'number' ? 'figures text-4xl' : 'font-sans'}`}
      >
        {heading}
      </h1>
      <div className="stitch mt-3 w-24" />
      <p className="mt-4 text-lg font-bold [word-break:auto-phrase]">{text.message}</p>
      {text.explanation && <p className="mt-2 max-w-130 text-ink-2">{text.explanation}</p>}
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        {status === 403 ? (
          <ButtonLink to="/login">ログイン画面へ</ButtonLink>
        ) : (
          <ButtonLink
            to="/"
            onClick={(event) => {
              // Without a previous page the link works as usual and leads to the top page.
              if (!onBack && window.history.length <= 1) return;
              event.preventDefault();
              if (onBack) onBack();
              else navigate(-1);
            }}
          >
            BACK
          </ButtonLink>
        )}
        {status === 0 && !onBack && <ButtonLink to={pathname + search} replace {...reload} />}
        {(isReloadOffered || (status === 503 && !onBack)) && <ButtonLink href="" {...reload} />}
      </div>
    </div>
  );
}
