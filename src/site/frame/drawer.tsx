import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { showMissingPart } from '#kit/client/server-error.ts';
import { Icon } from '#kit/ui/pictures/icon.tsx';
import { type Part, usePart } from '#kit/ui/use-part.ts';
import type { AccountProps } from './account-menu.tsx';
import type { DrawerDialogProps } from './drawer-dialog.tsx';
import type { MenuCampaign } from './navigation.ts';

const drawerDialog: Part<DrawerDialogProps> = {
  load: () => import('./drawer-dialog.tsx').then((part) => part.DrawerDialog),
};

/** The hamburger with the drawer behind it: the same links as the header of the desktop. */
export function Drawer(links: AccountProps & { campaigns: readonly MenuCampaign[] }) {
  const [isOpen, setOpen] = useState(false);
  const { key } = useLocation();
  const [shownKey, setShownKey] = useState(key);
  if (shownKey !== key) {
    setShownKey(key);
    setOpen(false);
  }
  const DrawerDialog = usePart(drawerDialog, isOpen, (error) => {
    setOpen(false);
    showMissingPart(error);
  });
  // Closes at a width where its button is hidden.
  useEffect(() => {
    const desktop = matchMedia('(width >= 67.5rem)');
    const close = () => setOpen(false);
    desktop.addEventListener('change', close);
    return () => desktop.removeEventListener('change', close);
  }, []);

  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="grid size-11 place-items-center rounded-full hover:bg-sand noscript:hidden"
      >
        <Icon name="menu" className="size-6.5" />
        <span className="sr-only">メニューを開く</span>
      </button>
      {/* Without scripts, a link to the same links at the foot of the page. */}
      <a href="#site-links" className="hidden size-11 place-items-center noscript:grid">
        <Icon name="menu" className="size-6.5" />
        <span className="sr-only">メニューへ移動</span>
      </a>
      {DrawerDialog && <DrawerDialog isOpen={isOpen} {...links} onClose={() => setOpen(false)} />}
    </>
  );
}
