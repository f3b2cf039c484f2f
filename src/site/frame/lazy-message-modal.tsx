import { useEffect, useState } from 'react';
import { showMissingPart } from '#kit/client/server-error.ts';
import { firstInteraction } from '#kit/pages/first-interaction.ts';
import { clearMessage, useMessage } from '#kit/ui/message.ts';
import { type Part, usePart } from '#kit/ui/use-part.ts';

const messageModal: Part<object> = {
  load: () => import('./message-modal.tsx').then((part) => part.MessageModal),
};

/** The message modal; its code loads at the first interaction, before which there are no messages. */
export function LazyMessageModal() {
  const message = useMessage();
  const [isSoon, setSoon] = useState(false);
  useEffect(() => {
    void firstInteraction.then(() => setSoon(true));
  }, []);
  const MessageModal = usePart(messageModal, isSoon || message !== undefined, (error) => {
    setSoon(false);
    if (!message) return;
    clearMessage();
    showMissingPart(error);
  });
  return MessageModal && <MessageModal />;
}
