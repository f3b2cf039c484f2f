export declare function neededPackages(packages: Record<string, object>): Set<string>;
export declare function removeUnneeded(root: string): void;
