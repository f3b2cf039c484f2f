import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { Icon } from './pictures/icon.tsx';
import { ToastRegion } from './toast.tsx';

/** Duration of a dialog's fade-out (docs/product.md, Timings). */
const dialogCloseDelayMs = 300;

const centred = 'm-auto max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] rounded-card';

const shapes = {
  /** 800 px, or 500 px when narrow (docs/product.md, Sizes). */
  wide: `${centred} narrow:w-modal-narrow desktop:w-modal`,
  narrow: `${centred} narrow:w-modal-narrow`,
  /** A drawer along the right edge. */
  drawer: 'my-0 mr-0 ml-auto h-dvh max-h-none w-[min(88vw,360px)]',
} as const;

type DialogProps = {
  isOpen: boolean;
  title: ReactNode;
  /** Called by the button, Esc or a click outside; the parent then sets `isOpen` to false. */
  onClose: () => void;
  /** Called when the dialog has faded and the focus has returned. */
  onClosed?: () => void;
  shape?: keyof typeof shapes;
  children: ReactNode;
  /** Buttons along the lower edge. */
  actions?: ReactNode;
};

/** A modal window: the native dialog traps the focus and restores it. */
export function Dialog({
  isOpen,
  title,
  onClose,
  onClosed,
  shape = 'narrow',
  children,
  actions,
}: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const toasts = useRef<HTMLDivElement>(null);
  const titleId = useId();
  // A drag that starts inside and ends outside, to crop a picture or select text, must not close the dialog.
  const isPressedOutside = useRef(false);
  // The content stays until the dialog has faded, and is not rendered before it opens.
  const [isFilled, setFilled] = useState(isOpen);
  if (isOpen && !isFilled) setFilled(true);
  const notifyClosed = useEffectEvent(() => onClosed?.());

  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    if (isOpen) {
      delete element.dataset.closing;
      if (element.open) return;
      element.showModal();
      // In the top layer on its own, so that the dialog's transitions do not affect it.
      toasts.current?.showPopover?.();
      return;
    }
    const end = () => {
      delete element.dataset.closing;
      element.close();
      setFilled(false);
      notifyClosed();
    };
    // Also clears a dialog that the browser closed on its own.
    if (!element.firstChild) return;
    element.dataset.closing = '';
    const timer = setTimeout(end, dialogCloseDelayMs);
    return () => clearTimeout(timer);
  }, [isOpen]);

  return (
    // Esc is the keyboard equivalent of a click on the backdrop.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      className={`max-w-none overflow-y-auto overscroll-contain bg-paper text-ink ${shapes[shape]}`}
      onCancel={(event) => {
        // A file input inside also fires cancel, when it is left without a choice.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      // Browsers may close without a cancel event when Esc is pressed twice.
      onClose={() => isOpen && onClose()}
      onPointerDown={(event) => {
        isPressedOutside.current = event.target === event.currentTarget;
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget && isPressedOutside.current) onClose();
      }}
    >
      {isFilled && (
        // Fills the dialog, so that a click on the dialog element itself hits its backdrop.
        <div className="p-5 narrow:p-8">
          <div className="flex items-start justify-between gap-4">
            <h2 id={titleId} className="pt-1 text-xl narrow:text-2xl">
              {title}
            </h2>
            <button
              type="button"
              onClick={onClose}
              className="-mt-1 -mr-2 grid size-11 shrink-0 place-items-center rounded-full hover:bg-sand"
            >
              <Icon name="close" className="size-6" />
              <span className="sr-only">閉じる</span>
            </button>
          </div>
          <div className="mt-4">{children}</div>
          {actions && <div className="mt-6 flex flex-wrap justify-end gap-3">{actions}</div>}
        </div>
      )}
      {isFilled && <ToastRegion ref={toasts} popover="manual" />}
    </dialog>
  );
}
