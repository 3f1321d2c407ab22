#!/usr/bin/env python3
"""The two models as they are, and the average of their similarities.

Needs:   numpy, torch, safetensors, tokenizers, onnxruntime.
Usage:   teachers.py MODEL_DIR TEACHER_DIR DATA
As for student.py.
"""
import sys

import numpy as np

from measure import report, unit
from pooling import States, ids_of, pooled
from student import Teacher

# (a + (b - 0.75) / 0.25) / 2 of two cosines a and b ranks as the cosine of rows of a beside rows of b twice as long does.
TEACHER_SCALE = 2.0

if __name__ == "__main__":
    model_dir, teacher_dir, data = sys.argv[1:4]
    states, teacher = States(model_dir), Teacher(teacher_dir)
    alike = np.ones(30522, np.float32)

    def by_student(texts):
        rows, tokens = pooled(states, texts, alike, 0.0)
        return unit(rows), tokens

    def by_teacher(texts):
        # Questions end in a question mark, here as in LoCoMo; other texts are passages.
        rows = np.array([teacher.of([text], asks=text.endswith("?")).numpy()[0] for text in texts])
        return unit(rows), np.array([len(ids_of(text)) for text in texts])

    def by_both(texts):
        rows, tokens = by_student(texts)
        return unit(np.concatenate([rows, TEACHER_SCALE * by_teacher(texts)[0]], 1)), tokens

    report("all-MiniLM-L6-v2", by_student, data)
    report("multilingual-e5-small", by_teacher, data)
    report("average of both similarities", by_both, data)
