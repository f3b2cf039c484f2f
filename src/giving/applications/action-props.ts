import type { ApplicationStatus } from './application.ts';

/** An application that its donor can still correct or cancel. */
export type ApplicationActionsProps = {
  application: ApplicationStatus;
  /** The guest's mailed token; a donor is identified by the sign-in. */
  token?: string;
  /** Receives the application after each change. */
  onChange: (application: ApplicationStatus) => void;
  /** Called when the application has changed meanwhile and must be reloaded. */
  onStale: () => void;
};

/** Props of the dialogs that change an application. */
export type ActionDialogProps = Omit<ApplicationActionsProps, 'onStale'> & {
  isOpen: boolean;
  onClose: () => void;
  /** Called with the reason why the action is no longer possible. */
  onConflict: (message: string) => void;
};
