;; Dot products of one query with many vectors, or estimates of them from the vectors' signs, that lie in the same memory.
;; Compiled into dot-kernel.ts by scripts/build-dot-kernel.mjs; nothing reads this file at run time.
(module
  (import "env" "memory" (memory 1))

  ;; For each of `count` slot numbers (i32) at `slots`: the dot product (f32) of the query with the vector at
  ;; data + slot * dimension * 4, written to `out`. All places are in bytes.
  (func (export "dots")
    (param $query i32) (param $data i32) (param $slots i32) (param $count i32) (param $dimension i32) (param $out i32)
    (local $slotsEnd i32)
    (local $width i32) ;; bytes of one vector
    (local $q i32) (local $v i32)
    (local $by16End i32) (local $by4End i32) (local $end i32) ;; where the query ends in steps of 16, 4 and 1
    (local $a v128) (local $b v128) (local $c v128) (local $d v128)
    (local $sum f32)
    (local.set $slotsEnd (i32.add (local.get $slots) (i32.shl (local.get $count) (i32.const 2))))
    (local.set $width (i32.shl (local.get $dimension) (i32.const 2)))
    (local.set $by16End (i32.add (local.get $query) (i32.and (local.get $width) (i32.const -64))))
    (local.set $by4End (i32.add (local.get $query) (i32.and (local.get $width) (i32.const -16))))
    (local.set $end (i32.add (local.get $query) (local.get $width)))
    (block $done
      (loop $nextVector
        (br_if $done (i32.ge_u (local.get $slots) (local.get $slotsEnd)))
        (local.set $q (local.get $query))
        (local.set $v
          (i32.add (local.get $data) (i32.mul (i32.load (local.get $slots)) (local.get $width))))
        (local.set $a (v128.const f32x4 0 0 0 0))
        (local.set $b (v128.const f32x4 0 0 0 0))
        (local.set $c (v128.const f32x4 0 0 0 0))
        (local.set $d (v128.const f32x4 0 0 0 0))
        ;; Sixteen numbers at a time, in four sums: no addition waits for the one before it.
        (block $by16Done
          (loop $by16
            (br_if $by16Done (i32.ge_u (local.get $q) (local.get $by16End)))
            (local.set $a (f32x4.add (local.get $a)
              (f32x4.mul (v128.load (local.get $q)) (v128.load (local.get $v)))))
            (local.set $b (f32x4.add (local.get $b)
              (f32x4.mul (v128.load offset=16 (local.get $q)) (v128.load offset=16 (local.get $v)))))
            (local.set $c (f32x4.add (local.get $c)
              (f32x4.mul (v128.load offset=32 (local.get $q)) (v128.load offset=32 (local.get $v)))))
            (local.set $d (f32x4.add (local.get $d)
              (f32x4.mul (v128.load offset=48 (local.get $q)) (v128.load offset=48 (local.get $v)))))
            (local.set $q (i32.add (local.get $q) (i32.const 64)))
            (local.set $v (i32.add (local.get $v) (i32.const 64)))
            (br $by16)))
        ;; What is left, four at a time.
        (block $by4Done
          (loop $by4
            (br_if $by4Done (i32.ge_u (local.get $q) (local.get $by4End)))
            (local.set $a (f32x4.add (local.get $a)
              (f32x4.mul (v128.load (local.get $q)) (v128.load (local.get $v)))))
            (local.set $q (i32.add (local.get $q) (i32.const 16)))
            (local.set $v (i32.add (local.get $v) (i32.const 16)))
            (br $by4)))
        (local.set $a (f32x4.add
          (f32x4.add (local.get $a) (local.get $b))
          (f32x4.add (local.get $c) (local.get $d))))
        (local.set $sum (f32.add
          (f32.add (f32x4.extract_lane 0 (local.get $a)) (f32x4.extract_lane 1 (local.get $a)))
          (f32.add (f32x4.extract_lane 2 (local.get $a)) (f32x4.extract_lane 3 (local.get $a)))))
        ;; The last one to three.
        (block $singleDone
          (loop $single
            (br_if $singleDone (i32.ge_u (local.get $q) (local.get $end)))
            (local.set $sum (f32.add (local.get $sum)
              (f32.mul (f32.load (local.get $q)) (f32.load (local.get $v)))))
            (local.set $q (i32.add (local.get $q) (i32.const 4)))
            (local.set $v (i32.add (local.get $v) (i32.const 4)))
            (br $single)))
        (f32.store (local.get $out) (local.get $sum))
        (local.set $slots (i32.add (local.get $slots) (i32.const 4)))
        (local.set $out (i32.add (local.get $out) (i32.const 4)))
        (br $nextVector))))

  ;; For each of `count` slot numbers (i32) at `slots`: the sum (i32) of the query's whole numbers, -16 to 15, where the slot's
  ;; bit at signs + slot * chunks * 16 is set. For each chunk of 128 bits, `planes` has five times 128 bits: bit 0 of the
  ;; numbers to bit 4, which counts -16. A byte's sum is at least -128 and at most 120, so bytes suffice within a chunk.
  (func (export "estimates")
    (param $planes i32) (param $signs i32) (param $slots i32) (param $count i32) (param $chunks i32) (param $out i32)
    (local $slotsEnd i32) (local $width i32) (local $p i32) (local $s i32) (local $end i32)
    (local $bits v128) (local $t v128) (local $sum v128)
    (local.set $slotsEnd (i32.add (local.get $slots) (i32.shl (local.get $count) (i32.const 2))))
    (local.set $width (i32.shl (local.get $chunks) (i32.const 4)))
    (block $done
      (loop $nextSlot
        (br_if $done (i32.ge_u (local.get $slots) (local.get $slotsEnd)))
        (local.set $p (local.get $planes))
        (local.set $s (i32.add (local.get $signs) (i32.mul (i32.load (local.get $slots)) (local.get $width))))
        (local.set $end (i32.add (local.get $s) (local.get $width)))
        (local.set $sum (v128.const i32x4 0 0 0 0))
        (block $chunksDone
          (loop $chunk
            (br_if $chunksDone (i32.ge_u (local.get $s) (local.get $end)))
            (local.set $bits (v128.load (local.get $s)))
            ;; From the highest plane down, each time doubled: that is -16, 8, 4, 2 and 1.
            (local.set $t (i8x16.neg (i8x16.popcnt (v128.and (local.get $bits) (v128.load offset=64 (local.get $p))))))
            (local.set $t (i8x16.add (i8x16.add (local.get $t) (local.get $t))
              (i8x16.popcnt (v128.and (local.get $bits) (v128.load offset=48 (local.get $p))))))
            (local.set $t (i8x16.add (i8x16.add (local.get $t) (local.get $t))
              (i8x16.popcnt (v128.and (local.get $bits) (v128.load offset=32 (local.get $p))))))
            (local.set $t (i8x16.add (i8x16.add (local.get $t) (local.get $t))
              (i8x16.popcnt (v128.and (local.get $bits) (v128.load offset=16 (local.get $p))))))
            (local.set $t (i8x16.add (i8x16.add (local.get $t) (local.get $t))
              (i8x16.popcnt (v128.and (local.get $bits) (v128.load (local.get $p))))))
            (local.set $sum (i32x4.add (local.get $sum)
              (i32x4.extadd_pairwise_i16x8_s (i16x8.extadd_pairwise_i8x16_s (local.get $t)))))
            (local.set $s (i32.add (local.get $s) (i32.const 16)))
            (local.set $p (i32.add (local.get $p) (i32.const 80)))
            (br $chunk)))
        (i32.store (local.get $out) (i32.add
          (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
          (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum)))))
        (local.set $slots (i32.add (local.get $slots) (i32.const 4)))
        (local.set $out (i32.add (local.get $out) (i32.const 4)))
        (br $nextSlot)))))
