import type { ApplicationStatus } from '#domain/applications/application.ts';

/** An application that its donor can still correct or cancel. */
export type ApplicationActionsProps = {
  application: ApplicationStatus;
  /** The guest's mailed token; a donor is identified by the sign-in. */
  token?: string;
  /** Receives the application after each change. */
  onChange: (application: ApplicationStatus) => void;
  /** Called when the application's state has changed meanwhile and it must be loaded again. */
  onStale: () => void;
};

/** The props of its dialogs. */
export type ActionDialogProps = Omit<ApplicationActionsProps, 'onStale'> & {
  isOpen: boolean;
  onClose: () => void;
  /** Called with the reason why the action is no longer possible. */
  onConflict: (message: string) => void;
};
