import { DOT_KERNEL } from "./dot-kernel.js";

/** What is used of WebAssembly: the libraries of types for Node.js do not describe it. */
export interface KernelMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}
/** Places are in bytes; the kernel's text says what lies there. */
interface KernelFunctions {
  dots(query: number, data: number, slots: number, count: number, dimension: number, out: number): void;
  estimates(planes: number, signs: number, slots: number, count: number, chunks: number, out: number): void;
}
/** The compiled kernel. */
type Module = object;

const { WebAssembly } = globalThis as unknown as {
  WebAssembly?: {
    Module: new (bytes: Uint8Array) => Module;
    Memory: new (pages: { initial: number; maximum: number }) => KernelMemory;
    Instance: new (module: Module, imports: { env: { memory: KernelMemory } }) => { readonly exports: KernelFunctions };
    CompileError: new () => Error;
    validate(bytes: Uint8Array): boolean;
  };
};

/** An instance with a memory of its own; it throws a RangeError when there is no room in the address space. */
export type StartKernel = (
  initialPages: number,
  maximumPages: number,
) => { readonly memory: KernelMemory; readonly functions: KernelFunctions };

/** Bytes of a page of memory. */
export const PAGE = 65_536;

let known: { readonly start: StartKernel | undefined } | undefined;

/** Starts the kernel; undefined where the processor or the runtime lets no such kernel be compiled. */
export function kernelStarter(): StartKernel | undefined {
  known ??= { start: compile() };
  return known.start;
}

function compile(): StartKernel | undefined {
  const code = Buffer.from(DOT_KERNEL, "base64");
  if (WebAssembly === undefined || !WebAssembly.validate(code)) return undefined;
  const { Memory, Instance, Module, CompileError } = WebAssembly;
  try {
    const module = new Module(code);
    return (initial, maximum) => {
      const memory = new Memory({ initial, maximum });
      return { memory, functions: new Instance(module, { env: { memory } }).exports };
    };
  } catch (error) {
    if (error instanceof CompileError) return undefined; // compiling is forbidden to this process
    throw error;
  }
}
