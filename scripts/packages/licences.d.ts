export declare function licencesOfProduct(): Map<string, string[]>;
