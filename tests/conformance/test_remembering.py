"""What is kept so that it need not be found out again never answers for anything else."""

from __future__ import annotations

import carreau
from carreau.rules.memory import each_once, once_for_each


def test_what_is_made_of_an_object_is_kept_for_that_object_alone() -> None:
    made = []

    @once_for_each(most=2)
    def total(numbers: list[int], times: int) -> int:
        made.append(times)
        return times * sum(numbers)

    numbers, equal = [1, 2], [1, 2]
    assert [total(numbers, 1), total(numbers, 1), total(numbers, 2)] == [3, 3, 6]
    assert made == [1, 2]
    assert total(equal, 1) == 3
    assert made == [1, 2, 1]  # equal is not the same; and being the third, it has emptied the memory
    assert total(numbers, 1) == 3
    assert made == [1, 2, 1, 1]


def test_what_is_made_of_many_objects_is_made_once_for_each_of_them() -> None:
    made = []

    @each_once(most=3)
    def total(numbers: list[int]) -> int:
        made.append(numbers)
        return sum(numbers)

    one, two, equal = [1], [2], [1]
    assert total([one, two, one]) == [1, 2, 1]
    assert total((two, one)) == [2, 1]
    assert made == [one, two]
    assert total([one, equal]) == [1, 1]
    assert made == [one, two, equal]
    assert total([[4], one]) == [4, 1]  # one too many empties the memory
    assert made == [one, two, equal, [4], one]


def test_a_move_that_is_played_twice_is_worked_out_once() -> None:
    start = carreau.game("squadro").start(first=0)
    after = start.play("1", 0)
    assert start.play("1", 0) is after
    assert start.play("2", 0).history == ("2",)
    assert start.play("1", 0) == after
