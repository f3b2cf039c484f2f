import {
  type ComponentProps,
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useLocation } from 'react-router';
import { showMissingPart } from '#kit/client/server-error.ts';
import { ButtonLink } from '#kit/ui/button.tsx';
import { Picture } from '#kit/ui/pictures/picture.tsx';
import { type Part, usePart } from '#kit/ui/use-part.ts';
import type { AppraisalDialogProps } from './appraisal-dialog.tsx';
import { invitesToAppraisal } from './inviting-pages.ts';

const appraisalDialog: Part<AppraisalDialogProps> = {
  load: () => import('./appraisal-dialog.tsx').then((part) => part.AppraisalDialog),
};

/** Opens the modal; undefined outside a layout that has one. */
const OpenAppraisalModal = createContext<(() => void) | undefined>(undefined);

/** Provides a layout's modal and floating button; `associateCount` is shown in the modal. */
export function AppraisalModal({
  associateCount,
  children,
}: {
  associateCount: number;
  children: ReactNode;
}) {
  const { pathname, key } = useLocation();
  const [isOpen, setOpen] = useState(false);
  const [isWobbling, setWobbling] = useState(false);
  const [shownKey, setShownKey] = useState(key);
  if (shownKey !== key) {
    setShownKey(key);
    setOpen(false);
  }
  // A stable function, because a new one would re-render every part of the page below.
  const open = useCallback(() => setOpen(true), []);
  const AppraisalDialog = usePart(appraisalDialog, isOpen, (error) => {
    setOpen(false);
    showMissingPart(error);
  });

  const isFloating = invitesToAppraisal(pathname);
  const button = useRef<HTMLButtonElement>(null);
  // A separate chunk, which is not needed before the first scroll.
  useEffect(() => {
    if (!isFloating) return;
    let end: (() => void) | undefined;
    let isHere = true;
    import('./floating/watch-scrolling.ts')
      .then(({ watchScrolling }) => {
        if (isHere) end = watchScrolling(pathname, { button: button.current, open });
      })
      // If it does not load, the button stays where it is.
      .catch(() => undefined);
    return () => {
      isHere = false;
      end?.();
    };
  }, [isFloating, pathname, open]);

  return (
    <OpenAppraisalModal value={open}>
      {children}
      {isFloating && (
        <button
          ref={button}
          type="button"
          aria-haspopup="dialog"
          onClick={open}
          onAnimationEnd={() => setWobbling(false)}
          className={`fixed right-4 bottom-4 z-30 flex size-19 flex-col items-center justify-center rounded-full bg-coral text-sm leading-tight font-bold text-white shadow-float hover:bg-coral-dark narrow:right-6 narrow:bottom-6 noscript:hidden data-[hidden=true]:invisible ${isWobbling ? 'animate-wobble' : ''}`}
        >
          <Picture name="package" className="size-7" />
          寄付する
        </button>
      )}
      {AppraisalDialog && (
        <AppraisalDialog
          isOpen={isOpen}
          associateCount={associateCount}
          onClose={() => setOpen(false)}
          onClosed={() => setWobbling(true)}
        />
      )}
    </OpenAppraisalModal>
  );
}

/** A button that opens the modal; a link to the search without scripts, or outside such a layout. */
export function AppraisalButton({
  onOpen,
  children,
  ...style
}: Pick<ComponentProps<typeof ButtonLink>, 'variant' | 'size' | 'className' | 'children'> & {
  onOpen?: () => void;
}) {
  const open = use(OpenAppraisalModal);
  return (
    <ButtonLink
      to="/search"
      {...style}
      aria-haspopup={open && 'dialog'}
      onClick={(event) => {
        if (!open || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
        event.preventDefault();
        onOpen?.();
        open();
      }}
    >
      {children}
    </ButtonLink>
  );
}
