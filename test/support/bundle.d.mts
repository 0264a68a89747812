export declare const sourceOf: (name: string) => string
export declare const bundle: (entry: string, outfile: string) => Promise<unknown>
